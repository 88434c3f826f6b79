// How every page begins: with what the host sends it, or with why there is nothing to show.

export function beginPage<Start>(received: Promise<Start>, begin: (start: Start, root: HTMLElement) => void): void {
  const root = document.createElement('main');
  document.body.append(root);
  received.then(
    (start) => {
      begin(start, root);
    },
    (error: unknown) => {
      const notice = document.createElement('p');
      notice.className = 'notice';
      notice.setAttribute('role', 'alert');
      notice.textContent = error instanceof Error ? error.message : String(error);
      root.append(notice);
    },
  );
}
