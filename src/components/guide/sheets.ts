/** Closes an open picture of a page when the focus goes on to what lies behind it. */
export function closeSheetsOnLeave(): void {
  for (const sheet of document.querySelectorAll<HTMLElement>('.sheet[popover]')) {
    sheet.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !sheet.contains(relatedTarget)) sheet.hidePopover();
    });
  }
}
