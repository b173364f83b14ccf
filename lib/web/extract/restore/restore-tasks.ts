import { findElements } from '#lib/web/extract/walk.ts'

/** Writes the check boxes of lists as text: extraction of an article removes them, and lists that have many. */
export function restoreTasks(document: Document): void {
  for (const item of document.querySelectorAll('[data-task]')) item.removeAttribute('data-task')
  const seen = new Set<Element>()
  for (const box of findElements(document.documentElement, isBox)) {
    const item = box.closest('li')
    // Only its first box can be before its text.
    if (item === null || seen.has(item)) continue
    seen.add(item)
    if (!isFirst(box, item)) continue
    const task = box.hasAttribute('checked') || box.getAttribute('aria-checked') === 'true' ? 'x' : ' '
    item.setAttribute('data-task', task)
    item.prepend(document.createTextNode(`[${task}] `))
    if (box.tagName === 'INPUT') box.remove()
  }
}

function isBox(element: Element): boolean {
  if (element.tagName === 'INPUT') return element.getAttribute('type')?.toLowerCase() === 'checkbox'
  return element.getAttribute('role') === 'checkbox'
}

/** Whether only white space is before it in its item. */
function isFirst(box: Element, item: Element): boolean {
  for (let node: Node | null = box; node !== null && node !== item; node = node.parentNode) {
    for (let before = node.previousSibling; before !== null; before = before.previousSibling) {
      if ((before.textContent ?? '').trim() !== '') return false
    }
  }
  return true
}
