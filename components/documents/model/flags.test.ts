import { expect, test } from 'vitest'
import { optionHints, withOcrForPictures } from './flags.ts'

const photo = { name: 'photo.jpg', type: 'image/jpeg' }
const text = { name: 'a.txt', type: 'text/plain' }

test('a flag without effect names the flag it requires', () => {
  expect(optionHints({ include_image_data: 'true' }, [])).toHaveProperty('include_image_data')
  expect(optionHints({ include_image_data: 'true', images_only: '1' }, [])).toEqual({})
})

test('an image suggests OCR until it is enabled', () => {
  expect(optionHints({}, [text, photo])).toHaveProperty('enable_ocr')
  expect(optionHints({ enable_ocr: 'true' }, [photo])).toEqual({})
  expect(optionHints({}, [text])).toEqual({})
})

test('the first picture enables OCR, and a later one leaves the choice alone', () => {
  expect(withOcrForPictures({ details: 'true' }, [], [text, photo])).toEqual({
    details: 'true',
    enable_ocr: 'true',
  })
  expect(withOcrForPictures({}, [photo], [photo, photo])).toEqual({})
  expect(withOcrForPictures({}, [], [text])).toEqual({})
})

test('a picture is recognized by its name when the browser reports no type', () => {
  expect(withOcrForPictures({}, [], [{ name: 'fax.TIF', type: '' }])).toEqual({ enable_ocr: 'true' })
  expect(withOcrForPictures({}, [], [{ name: 'notes', type: '' }])).toEqual({})
})
