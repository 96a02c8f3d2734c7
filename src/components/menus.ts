/** Closes an open menu on Escape, on a click elsewhere and when the focus moves on. */
export function closeMenusOnLeave(): void {
  const menus = document.querySelectorAll<HTMLDetailsElement>('details.menu');
  for (const sign of ['pointerdown', 'focusin']) {
    addEventListener(sign, ({ target }) => {
      for (const menu of menus) menu.open &&= target instanceof Node && menu.contains(target);
    });
  }
  for (const menu of menus) {
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
}
