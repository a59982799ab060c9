/** Notes on the page whether the focus was moved with Tab: only then a picture that has it is framed. */
export function watchTabbing(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') dataset.tabbed = '';
  });
  window.addEventListener('pointerdown', () => delete dataset.tabbed, { capture: true });
}
