const input = 'input:not([type=range]), textarea, select, [role=combobox], [contenteditable=true]'
const focusable = `${input}, button, [tabindex]`

/**
 * Focuses the control of a dotted path such as `messages.0.content`, or of its closest ancestor that has one.
 */
export function focusField(path: string): void {
  // The pane may not be visible until the next frame.
  requestAnimationFrame(() => {
    const parts = path.split('.')
    for (let length = parts.length; length > 0; length -= 1) {
      const name = parts.slice(0, length).join('.')
      const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
      // Its reset button comes first in the page.
      const control = field?.matches(focusable)
        ? field
        : (field?.querySelector<HTMLElement>(input) ?? field?.querySelector<HTMLElement>(focusable))
      if (!control) continue
      for (let box = control.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
        box.open = true
      control.focus()
      control.scrollIntoView({ block: 'nearest' })
      return
    }
  })
}
