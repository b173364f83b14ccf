/** Writes the check boxes of lists as text: extraction of an article removes them, and lists that have many. */
export function restoreTasks(document: Document): void {
  for (const box of document.querySelectorAll('li input[type="checkbox"], li [role="checkbox"]')) {
    const item = box.closest('li')
    if (item === null || item.hasAttribute('data-task') || !isFirst(box, item)) continue
    const task = box.hasAttribute('checked') || box.getAttribute('aria-checked') === 'true' ? 'x' : ' '
    item.setAttribute('data-task', task)
    item.prepend(document.createTextNode(`[${task}] `))
    if (box.tagName === 'INPUT') box.remove()
  }
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
