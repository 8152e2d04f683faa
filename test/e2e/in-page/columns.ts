// Runs in the page.

/** How far each heading of a table stands off the cells below it, and how wide the scrollbar beside them is. */
export function headsOverCells(grid: Element): { columns: number; off: string[]; barWidth: number } {
  const row = grid.querySelector('[data-row]');
  let scroller = row?.parentElement ?? null;
  while (scroller !== null && getComputedStyle(scroller).overflowY !== 'auto')
    scroller = scroller.parentElement;
  const heads = [...grid.querySelectorAll('[role=columnheader]')];
  const off = heads.flatMap((head, index) => {
    const cell = row?.children.item(index)?.getBoundingClientRect();
    const { left, right } = head.getBoundingClientRect();
    if (cell !== undefined && Math.abs(cell.left - left) <= 1 && Math.abs(cell.right - right) <= 1) return [];
    return [`${head.textContent}: ${left} to ${right}, not ${cell?.left} to ${cell?.right}`];
  });
  const barWidth = scroller === null ? 0 : scroller.offsetWidth - scroller.clientWidth;
  return { columns: heads.length, off, barWidth };
}

/** In whole CSS pixels. */
export function getWidth(element: Element): number {
  return Math.round(element.getBoundingClientRect().width);
}

/** How much of an element's words does not fit into it, in CSS pixels. */
export function hiddenWidth(element: Element): number {
  return element.scrollWidth - element.clientWidth;
}
