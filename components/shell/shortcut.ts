/** A key, matched by `event.key`; `mod` is ⌘ on Apple platforms and Ctrl elsewhere. Never more than two keys. */
export interface Shortcut {
  readonly key: string
  readonly mod?: boolean
}

const names: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: 'Del',
}

export function showShortcut({ key, mod }: Shortcut, apple: boolean): string {
  const name = names[key] ?? (key.length === 1 && mod ? key.toUpperCase() : key)
  if (!mod) return name
  return apple ? `⌘${name}` : `Ctrl ${name}`
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'isComposing'>

export function matchesShortcut({ key, mod = false }: Shortcut, press: KeyPress): boolean {
  if (press.isComposing || press.altKey) return false
  return press.key.toLowerCase() === key.toLowerCase() && (press.metaKey || press.ctrlKey) === mod
}

/** True for elements that take text input, where single-key shortcuts are off. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  return target.matches('textarea, select, [role=textbox], [role=combobox], [role=listbox] *, [role=menu] *')
}
