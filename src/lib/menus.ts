/** Closes an open menu on Escape, on a click elsewhere and when the focus moves on. */
export function closeMenusOnLeave(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu')) {
    const leave = (target: EventTarget | null) => {
      if (!(target instanceof Node && menu.contains(target))) menu.open = false;
    };
    document.addEventListener('pointerdown', (event) => leave(event.target));
    document.addEventListener('focusin', (event) => leave(event.target));
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
}
