import { expect, test, vi } from 'vitest'
import { onToastWaiting, showToast, takeToasts, toastsWaiting } from './toast.ts'

test('toasts are queued until a listener is added, later ones are shown at once', () => {
  const heard = vi.fn<() => void>()
  const stopListening = onToastWaiting(heard)
  showToast('first', { description: 'why' })
  expect(toastsWaiting()).toBe(true)
  expect(heard).toHaveBeenCalledOnce()

  const shown: string[] = []
  const stop = takeToasts(note => shown.push(note.title))
  showToast('second')

  expect(shown).toEqual(['first', 'second'])
  expect(toastsWaiting()).toBe(false)
  stop()
  showToast('third')
  expect(shown).toEqual(['first', 'second'])
  expect(toastsWaiting()).toBe(true)
  stopListening()
})
