import { expect, test } from 'vitest'
import { isFactSupported } from './fact-support.ts'

const title = 'Alder Line'
const text =
  'The Alder Line is a railway in the hills. It has 14 stations. A ride costs 3 euros. Its engineer was Ruth Amsel. ' +
  'The line closes at 22:00. The depot was a mill until the war.'

test.each([
  ['How many stations does the Alder Line have?', 'The Alder Line has 14 stations [1].', true],
  ['How many stations does the Alder Line have?', 'It has 14 [1].', true],
  ['How many stations does the Alder Line have?', 'The Alder Line has 3 stations [1].', false],
  ['How many stations does the Alder Line have?', 'The Alder Line has 25 stations.', false],
  ['How many stations does the Alder Line have?', 'The Alder Line has many stations in the hills.', false],
  ['Who was the engineer of the Alder Line?', 'The engineer of the Alder Line was Ruth Amsel [1].', true],
  ['Who was the engineer of the Alder Line?', 'The engineer was Robert Stephenson.', false],
  ['Who was the engineer of the Alder Line?', 'The Alder Line had an engineer in the hills.', false],
  ['When does the Alder Line close?', 'The depot was a mill until the war.', false],
  ['What is the price of a ride on the Alder Line?', 'The price of a ride on the Alder Line.', false],
  ['What is the price of a ride on the Alder Line?', 'A ride costs 3 euros [1].', true],
])('%j, answered %j, is supported: %j', (question, answer, supported) => {
  expect(isFactSupported(answer, question, [{ title, text }])).toBe(supported)
})
