import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForStop } from './stop-signals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.removeAllListeners(signal)
  process.stdout.removeAllListeners('error')
})

function listen() {
  const drain = vi.fn<(reason: string) => void>()
  const kill = vi.fn<() => void>()
  const ignored = vi.fn<(signal: string) => void>()
  listenForStop({ drain, ignored, kill })
  return { drain, ignored, kill }
}

test('one key press that arrives three times drains open responses', () => {
  const { drain, kill } = listen()

  process.emit('SIGINT')
  process.emit('SIGINT')
  vi.advanceTimersByTime(400)
  process.emit('SIGINT')

  expect(drain).toHaveBeenCalledExactlyOnceWith('Ctrl-C')
  expect(kill).not.toHaveBeenCalled()
})

test('a second key press stops immediately', () => {
  const { drain, kill } = listen()

  process.emit('SIGINT')
  vi.advanceTimersByTime(600)
  process.emit('SIGINT')

  expect(drain).toHaveBeenCalledOnce()
  expect(kill).toHaveBeenCalledOnce()
})

test('SIGTERM drains open responses', () => {
  const { drain } = listen()

  process.emit('SIGTERM')

  expect(drain).toHaveBeenCalledExactlyOnceWith('SIGTERM')
})

test('SIGHUP is reported and stops nothing, however often it arrives', () => {
  const { drain, ignored, kill } = listen()

  process.emit('SIGHUP', 'SIGHUP')
  vi.advanceTimersByTime(600)
  process.emit('SIGHUP', 'SIGHUP')

  expect(ignored.mock.calls).toEqual([['SIGHUP'], ['SIGHUP']])
  expect(drain).not.toHaveBeenCalled()
  expect(kill).not.toHaveBeenCalled()
})

test('a closed terminal drains open responses, however many lines cannot be written', () => {
  const { drain, kill } = listen()

  process.stdout.emit('error', new Error('write EIO'))
  vi.advanceTimersByTime(600)
  process.stdout.emit('error', new Error('write EIO'))

  expect(drain).toHaveBeenCalledExactlyOnceWith('output closed')
  expect(kill).not.toHaveBeenCalled()
})

test('the exit of the parent process stops the server', () => {
  const { drain } = listen()

  process.emit('disconnect')

  expect(drain).toHaveBeenCalledExactlyOnceWith('parent process exited')
})
