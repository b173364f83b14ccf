import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { parseDirect } from '#lib/engines/parsing/__fixtures__/parse-direct.ts'

/** A form of every kind of field; only some are filled. */
async function makeForm(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  const form = document.getForm()
  const row = (at: number): { x: number; y: number; width: number; height: number } => ({
    x: 200,
    y: 800 - at * 30,
    width: 200,
    height: 18,
  })
  for (const [at, label] of ['Full name:', 'Remarks', 'I agree', 'Size', 'Colours', 'Never used'].entries()) {
    page.drawText(label, { x: 60, y: 804 - at * 30, size: 11 })
  }
  const name = form.createTextField('person.name')
  name.setText('Ann Example')
  name.enableRequired()
  name.addToPage(page, row(0))
  form.createTextField('person.remarks').addToPage(page, row(1))
  const agree = form.createCheckBox('agree')
  agree.addToPage(page, { ...row(2), width: 18 })
  agree.check()
  const size = form.createRadioGroup('size')
  size.addOptionToPage('small', page, { ...row(3), width: 18 })
  size.addOptionToPage('large', page, { ...row(3), x: 300, width: 18 })
  size.select('large')
  const colours = form.createOptionList('colours')
  colours.addOptions(['red', 'green', 'blue'])
  colours.enableMultiselect()
  colours.select(['red', 'blue'])
  colours.addToPage(page, row(4))
  form.createCheckBox('unused').addToPage(page, { ...row(5), width: 18 })
  const country = form.createDropdown('country')
  country.addOptions(['Peru', 'Chile'])
  country.select('Peru')
  country.addToPage(page, row(7))
  return Buffer.from(await document.save())
}

test('every field is read with its kind, value and label', async () => {
  const { fields = [] } = await parseDirect(await makeForm())

  expect(fields.map(({ name, type, value, label }) => [name, type, value, label])).toEqual([
    ['person.name', 'text', 'Ann Example', 'Full name'],
    ['person.remarks', 'text', '', 'Remarks'],
    ['agree', 'checkbox', true, 'I agree'],
    ['size', 'radio', 'large', 'Size'],
    ['colours', 'choice', ['red', 'blue'], 'Colours'],
    ['unused', 'checkbox', false, 'Never used'],
    ['country', 'choice', 'Peru', 'country'],
  ])
  expect(fields[0]).toMatchObject({ required: true, readOnly: false, page: 1 })
  expect(fields[3]?.options).toEqual(['small', 'large'])
})

test('filled fields are lines after the text of the page, empty ones are not', async () => {
  const { blocks } = await parseDirect(await makeForm())

  expect(blocks.filter(block => block.type === 'field').map(block => block.text)).toEqual([
    'Full name: Ann Example',
    'I agree: Yes',
    'Size: large',
    'Colours: red, blue',
    'country: Peru',
  ])
})
