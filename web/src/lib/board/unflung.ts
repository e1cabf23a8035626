/**
 * What is dragged by a finger and scrolls nothing. A browser holds a quick drag for the throw of a page that goes on scrolling, and takes the next tap,
 * wherever it falls within some tenths of a second, for a finger that stops it: that tap clicks nothing. A drag that is refused throws nothing.
 */
export function unflung(node: Element, mine: (event: Event) => boolean = () => true): () => void {
  const dragged = (event: Event) => {
    if (event.cancelable && mine(event)) event.preventDefault();
  };
  node.addEventListener('touchmove', dragged, { passive: false });
  return () => node.removeEventListener('touchmove', dragged);
}
