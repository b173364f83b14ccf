import { expect, test } from 'vitest'
import { optionHints } from './option-hints.ts'

const photo = { type: 'image/jpeg' }
const text = { type: 'text/plain' }

test('a flag that does nothing alone says what it needs', () => {
  expect(optionHints({ include_image_data: 'true' }, [])).toHaveProperty('include_image_data')
  expect(optionHints({ include_image_data: 'true', images_only: '1' }, [])).toEqual({})
})

test('a picture asks for recognition until it is on', () => {
  expect(optionHints({}, [text, photo])).toHaveProperty('enable_ocr')
  expect(optionHints({ enable_ocr: 'true' }, [photo])).toEqual({})
  expect(optionHints({}, [text])).toEqual({})
})
