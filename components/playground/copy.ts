import { showToast } from '#components/ui/overlay/toast.ts'
import { copyText } from '#lib/client/copy-text.ts'

/** Copies and shows a toast. If the browser blocks clipboard access, shows the text in a prompt. */
export async function copy(text: string, what: string): Promise<void> {
  const done = await copyText(text)
  if (done) showToast(`${what} copied`)
  else window.prompt(`The browser blocked clipboard access. Copy it here. ${what}:`, text)
}
