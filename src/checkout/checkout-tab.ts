export type CheckoutTab = {
  /** Whether the payment page replaces the shop in this tab. */
  sameTab: boolean;
  go: (url: string) => void;
  /** Takes back what was opened for a checkout that did not start. */
  close: () => void;
};

const thisTab: CheckoutTab = {
  sameTab: true,
  go: (url) => window.location.assign(url),
  close: () => {},
};

/** Call it in the click itself: after an await, a popup blocker refuses. */
export function openCheckoutTab(): CheckoutTab {
  const tab = window.open('', '_blank');
  if (tab === null || tab.closed) return thisTab;
  tab.opener = null;
  tab.document.title = 'Opening checkout';
  tab.document.body.style.cssText =
    'font: 18px/1.6 system-ui, sans-serif; margin: 3rem; color-scheme: light dark';
  tab.document.body.textContent = 'Opening checkout. One moment, please.';
  return {
    sameTab: false,
    go: (url) => tab.location.replace(url),
    close: () => tab.close(),
  };
}

export function stayInThisTab(): CheckoutTab {
  return thisTab;
}
