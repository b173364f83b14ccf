/**
 * Copies text to the clipboard.
 * @returns false if the browser denied access: show the text selected instead
 */
export async function copyText(text: string): Promise<boolean> {
  // Missing on plain HTTP other than localhost.
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
  }
  return copyThroughField(text)
}

function copyThroughField(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // While a dialog is open, elements outside it cannot be focused.
  const parent = focused?.closest('dialog, [role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}
