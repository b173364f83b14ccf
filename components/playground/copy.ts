import { showToast } from '#components/ui/overlay/toast.ts'
import { copyText } from '#lib/client/copy-text.ts'

/** Copies and says so; where the browser refuses, the text is offered for copying by hand. */
export async function copy(text: string, what: string): Promise<void> {
  const done = await copyText(text)
  if (done) showToast(`${what} copied`)
  else window.prompt(`The browser did not allow copying. ${what}:`, text)
}
