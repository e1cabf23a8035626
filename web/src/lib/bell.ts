// Says that it is one's turn when one looks elsewhere: by a notification of the browser, by a sound, or by neither. Only while the tab lives.

export interface Bell {
  notify: boolean;
  sound: boolean;
}

/** Asks the browser for leave to notify. Says whether it was given. */
export async function leave(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  if (Notification.permission === 'granted') return true;
  try {
    // Without leave nothing is shown; but a telephone that lets no page notify by itself says so before anybody is asked.
    new Notification('Grognard');
  } catch {
    return false;
  }
  return (await Notification.requestPermission()) === 'granted';
}

/** Two short tones, made here. */
function tone(): void {
  const player = new AudioContext();
  for (const [i, pitch] of [523, 784].entries()) {
    const [voice, loud] = [player.createOscillator(), player.createGain()];
    const at = player.currentTime + 0.18 * i;
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    voice.connect(loud).connect(player.destination);
    voice.start(at);
    voice.stop(at + 0.32);
  }
  setTimeout(() => void player.close(), 1200);
}

/** It is your turn. A bell that cannot ring is no reason to stop playing. */
export function ring(bell: Bell, title: string, table: string): void {
  for (const sound of [bell.sound && tone, bell.notify && (() => notify(title, table))]) {
    try {
      if (sound) sound();
    } catch {
      // The tab's title tells it, too.
    }
  }
}

function notify(title: string, table: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  // One for each table: a newer one takes the place of the older.
  const note = new Notification('Your turn', { body: title, tag: `grognard ${table}` });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
