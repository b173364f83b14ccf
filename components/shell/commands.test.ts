import { expect, test, vi } from 'vitest'
import { addCommands, type Command, groupCommands, listCommands, onCommands } from './commands.ts'

const command = (id: string): Command => ({ id, label: id, section: 'View', run: () => undefined })

test('commands are registered while their component is mounted, and listeners are notified', () => {
  const listener = vi.fn<() => void>()
  const stop = onCommands(listener)

  const remove = addCommands([command('a'), command('b')])
  const during = listCommands().map(({ id }) => id)
  remove()
  stop()
  addCommands([command('c')])()

  expect(during).toEqual(['a', 'b'])
  expect(listCommands()).toEqual([])
  expect(listener).toHaveBeenCalledTimes(2)
})

test('two components can register the same list, and each unregisters only its own', () => {
  const shared = [command('a')]
  const first = addCommands([...shared])
  const second = addCommands([...shared])

  first()

  expect(listCommands().map(({ id }) => id)).toEqual(['a'])
  second()
})

test('the palette lists the command with the typed name first, before others that contain it', () => {
  const make = (section: Command['section'], label: string): Command => ({
    id: label,
    label,
    section,
    run: () => undefined,
  })
  const commands = [
    make('Run', 'Run'),
    make('Send to', 'Add 8 pages to the library'),
    make('Go to', 'Home'),
    make('Go to', 'Library'),
  ]
  const labels = (typed: string) =>
    groupCommands(commands, typed).flatMap(({ items }) => items.map(({ label }) => label))

  expect(labels('')).toEqual(['Run', 'Add 8 pages to the library', 'Home', 'Library'])
  expect(labels('library')[0]).toBe('Library')
  expect(labels('li')[0]).toBe('Library')
})
