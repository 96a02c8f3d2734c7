const openMenus = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll('.menu[open]');

/** Closes an open menu on Escape, on a click elsewhere and when the focus leaves it. */
export function closeMenus(): void {
  for (const eventType of ['pointerdown', 'focusin']) {
    addEventListener(eventType, ({ target }) => {
      for (const menu of openMenus()) menu.open = target instanceof Node && menu.contains(target);
    });
  }
  addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      if (!(target instanceof Node) || !menu.contains(target)) continue;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
