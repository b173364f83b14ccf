import { expect, test } from 'vitest'
import { defaultAnswerModel, extractiveModel } from './answer-model.ts'

const embedded = { chat: 'local/small', web: extractiveModel }

test.each([
  ['balanced', 'webSearch', embedded, 'local/small'],
  [undefined, undefined, embedded, 'local/small'],
  ['speed', 'webSearch', embedded, extractiveModel],
  ['speed', 'writingAssistant', embedded, 'local/small'],
  ['speed', 'webSearch', { chat: 'acme/large' }, 'acme/large'],
  ['balanced', 'webSearch', {}, null],
])(
  'in mode %s and focus %s, the defaults %j answer with %s',
  (optimizationMode, focusMode, defaults, model) => {
    expect(defaultAnswerModel(defaults, { focusMode, optimizationMode })).toBe(model)
  },
)
