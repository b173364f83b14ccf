import { expect, test, vi } from 'vitest'
import { closeToastsUntilRun, onToastWaiting, showToast, takeToasts, toastsWaiting } from './toast.ts'

test('toasts are queued until a listener is added, later ones are shown at once', () => {
  const heard = vi.fn<() => void>()
  const stopListening = onToastWaiting(heard)
  showToast('first', { description: 'why' })
  expect(toastsWaiting()).toBe(true)
  expect(heard).toHaveBeenCalledOnce()

  const shown: string[] = []
  const stop = takeToasts(({ title }) => {
    shown.push(title)
    return () => {}
  })
  showToast('second')

  expect(shown).toEqual(['first', 'second'])
  expect(toastsWaiting()).toBe(false)
  stop()
  showToast('third')
  expect(shown).toEqual(['first', 'second'])
  expect(toastsWaiting()).toBe(true)
  stopListening()
})

test('a run closes the toasts that are true only until then', () => {
  const open = new Set<string>()
  const stop = takeToasts(({ title }) => {
    open.add(title)
    return () => void open.delete(title)
  })
  showToast('Nothing has run.', { untilRun: true })
  showToast('Copied')
  closeToastsUntilRun()
  expect([...open]).toContain('Copied')
  expect([...open]).not.toContain('Nothing has run.')
  stop()

  showToast('Nothing has run either.', { untilRun: true })
  closeToastsUntilRun()
  expect(toastsWaiting()).toBe(false)
})
