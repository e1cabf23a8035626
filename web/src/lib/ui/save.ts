/** Hands a text to the browser as a file. */
export function saveText(name: string, text: string): void {
  save(name, new Blob([text], { type: 'text/plain' }));
}

/** Hands something on with whatever the device has for that; or to the browser as a file. */
export async function saveBlob(name: string, blob: Blob, title: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file], title });
    } catch {
      // Not now, or not allowed: then as a file.
    }
  }
  save(name, blob);
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers ask first whether it may be kept, and take it only then.
  setTimeout(() => URL.revokeObjectURL(url), 10 * 60_000);
}

/** Puts a text on the clipboard; says whether that went well. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** In a house, where a server has an address and no certificate, browsers have no clipboard for pages: there it is copied out of a field. */
function copyOldWay(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // Then it is shown, to be copied by hand.
  }
  field.remove();
  before?.focus({ preventScroll: true });
  return done;
}
