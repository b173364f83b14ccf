import { expect, test } from 'vitest'
import { BoundedNames, MostUsedNames } from './bounded-names.ts'

const use = (names: MostUsedNames<string>, name: string, times: number) =>
  Array.from({ length: times }, () => names.use(name)).at(-1)

function mostUsed(max: number) {
  const dropped: string[] = []
  const names = new MostUsedNames<string>({ max, create: name => name, drop: name => dropped.push(name) })
  return { names, dropped }
}

test('names beyond the maximum share one', () => {
  const names = new BoundedNames(2)

  expect(['a', 'b', 'c', 'a', 'd'].map(name => names.of(name))).toEqual(['a', 'b', 'other', 'a', 'other'])
})

test('a name that is used more often replaces the one that is used least', () => {
  const { names, dropped } = mostUsed(2)
  use(names, 'often', 10)
  use(names, 'rarely', 2)

  expect(use(names, 'new', 8)).toBe('other')
  names.rank()

  expect(dropped).toEqual(['rarely'])
  expect(['often', 'new', 'rarely'].map(name => names.use(name))).toEqual(['often', 'new', 'other'])
})

test('names that are used equally often do not replace each other', () => {
  const { names, dropped } = mostUsed(1)
  use(names, 'one', 100)
  for (let round = 0; round < 10; round++) {
    use(names, 'two', 11)
    use(names, 'one', 1)
    names.rank()
  }

  expect(dropped).toEqual([])
})

test('a thousand names that are used once keep out no name that is used often', () => {
  const { names } = mostUsed(1)
  use(names, 'first', 1)
  for (let index = 0; index < 3_000; index++) names.use(`once-${index}`)
  names.rank()
  use(names, 'often', 50)
  names.rank()

  expect(names.use('often')).toBe('often')
})
