import { expect, test } from 'vitest'
import { readXfaPage } from './read-xfa.ts'

test('a drawing may have more lines than a call has arguments', () => {
  const lines = Array.from({ length: 200_000 }, () => ({ name: 'p', value: 'Wool' }))
  const tree = { name: 'div', attributes: { class: ['xfaDraw'] }, children: lines }
  expect(readXfaPage(tree, 1).texts).toHaveLength(200_000)
})

test('thousands of buttons of one group are one field with all options', () => {
  const button = (at: number) => ({
    name: 'input',
    attributes: {
      xfaName: `b${at}`,
      type: 'radio',
      'aria-label': `Option ${at}`,
      checked: at === 7,
      xfaOn: '1',
    },
  })
  const buttons = Array.from({ length: 50_000 }, (_, at) => button(at))
  const tree = { name: 'div', attributes: { xfaName: 'group' }, children: buttons }
  const [group, another] = readXfaPage(tree, 1).fields
  expect(another).toBeUndefined()
  expect(group).toMatchObject({ name: 'group', value: 'Option 7' })
  expect(group?.options).toHaveLength(50_000)
})
