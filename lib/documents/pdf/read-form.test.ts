import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { expect, test, vi, describe } from 'vitest'
import { parseDirect } from '#lib/documents/__fixtures__/parse-direct.ts'
import type { Box } from '#lib/documents/blocks.ts'
import { fieldLabel } from './read-form.ts'

describe('read form', () => {
  // On a busy machine, forking and loading are slow.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

  /** A form with every type of field; only some are filled. */
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
    for (const [at, label] of [
      'Full name:',
      'Remarks',
      'I agree',
      'Size',
      'Colours',
      'Never used',
    ].entries()) {
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

  test('every field is read with its type, value and label', async () => {
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

  test('filled fields are lines after the text of the page, empty ones are omitted', async () => {
    const { blocks } = await parseDirect(await makeForm())

    expect(blocks.filter(block => block.type === 'field').map(block => block.text)).toEqual([
      'Full name: Ann Example',
      'I agree: Yes',
      'Size: large',
      'Colours: red, blue',
      'country: Peru',
    ])
  })

  test.each([
    ['signed', true],
    ['not signed', false],
  ])('a signature field is %s', async (_, signed) => {
    const document = await PDFDocument.create()
    const page = document.addPage([595, 842])
    const { context } = document
    const widget = context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('approval'),
      TU: PDFString.of('Approved by'),
      Rect: [200, 700, 400, 740],
      F: 4,
    })
    if (signed) {
      const signature = {
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        Contents: PDFString.of('0'),
        ByteRange: [0, 1, 2, 3],
      }
      widget.set(PDFName.of('V'), context.register(context.obj(signature)))
    }
    const reference = context.register(widget)
    page.node.addAnnot(reference)
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [reference], SigFlags: 3 }))

    const { fields } = await parseDirect(Buffer.from(await document.save()))

    expect(fields).toEqual([
      expect.objectContaining({
        name: 'approval',
        type: 'signature',
        value: signed,
        label: 'Approved by',
        page: 1,
      }),
    ])
  })

  test('an XFA-only form has its own pages, texts and fields, instead of the placeholder page', async () => {
    const field = (name: string, value: string, more = ''): string =>
      `<field name="${name}" x="20mm" y="20mm" w="80mm" h="8mm"${more}><ui><textEdit/></ui><caption><value><text>${name} as said</text></value></caption><value><text>${value}</text></value></field>`
    const draw =
      '<draw x="20mm" y="5mm" w="80mm" h="8mm"><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><p>Read the <b>rules</b>.</p><p>Then sign.</p></body></exData></value></draw>'
    const option = (name: string, on: string): string =>
      `<field name="${name}" w="80mm" h="8mm"><ui><checkButton shape="round"/></ui><caption placement="right"><value><text>A ${name} cup</text></value></caption><items><text>${on}</text></items></field>`
    const check = `<field name="lid" w="80mm" h="8mm"><ui><checkButton/></ui><caption placement="right"><value><text>With a lid</text></value></caption><value><text>1</text></value><items><text>1</text><text>0</text></items></field>`
    const choice = `<exclGroup name="size">${option('small', '1')}${option('large', '2')}<value><text>2</text></value></exclGroup>`
    const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form" layout="tb"><pageSet><pageArea name="Page1"><contentArea x="10mm" y="10mm" w="190mm" h="277mm"/><medium stock="a4" short="210mm" long="297mm"/></pageArea></pageSet><subform name="person" w="190mm" h="100mm">${draw}${field('fullName', 'Ann Example')}${field('secret', 'do not tell', ' presence="hidden"')}</subform><subform name="place" w="190mm" h="100mm"><breakBefore targetType="pageArea" startNew="1"/>${field('city', 'Rome')}${choice}${check}</subform></subform></template>`
    const data =
      '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form><person><fullName>Bea Filled</fullName></person><place><size>2</size></place></form></xfa:data></xfa:datasets>'
    const xdp = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}${data}</xdp:xdp>`
    const document = await PDFDocument.create()
    document.addPage([595, 842]).drawText('Please wait', { x: 50, y: 700 })
    const { context } = document
    const form = context.obj({
      Fields: [],
      DR: { Font: {} },
      XFA: context.register(context.flateStream(xdp)),
    })
    document.catalog.set(PDFName.of('AcroForm'), form)
    document.catalog.set(PDFName.of('NeedsRendering'), context.obj(true))

    const { pages, blocks, fields = [] } = await parseDirect(Buffer.from(await document.save()))

    expect(pages).toBe(2)
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'Read the rules.'],
      [1, 'Then sign.'],
      [1, 'fullName as said: Bea Filled'],
      [2, 'city as said: Rome'],
      [2, 'size: A large cup'],
      [2, 'With a lid: Yes'],
    ])
    expect(fields.map(({ name, label, value, options }) => [name, label, value, options])).toEqual([
      ['Page1.form.person.fullName', 'fullName as said', 'Bea Filled', undefined],
      ['Page1.form.place.city', 'city as said', 'Rome', undefined],
      ['Page1.form.place.size', 'size', 'A large cup', ['A small cup', 'A large cup']],
      ['Page1.form.place.lid', 'With a lid', true, undefined],
    ])
  })
})

const field: Box = [0.2, 0.2, 0.5, 0.22]
const leftOf = (text: string) => ({ text, box: [0.1, 0.2, 0.19, 0.22] as const })
const over = (text: string) => ({ text, box: [0.2, 0.17, 0.4, 0.19] as const })

test.each([
  ['the text at its left', [leftOf('Plate:'), over('Your car')], 'Plate'],
  ['the text above it', [over('Your first name')], 'Your first name'],
  ['the text above, not a letter of a word that runs down beside it', [leftOf('N'), over('Name')], 'Name'],
  ['the letter, when nothing stands above', [leftOf('b')], 'b'],
  ['the letter, when only dots stand above', [leftOf('b'), over('. . . . .')], 'b'],
  ['the number of its line', [leftOf('7'), over('Wages')], '7'],
  ['nothing', [], ''],
])('the label of a field is %s', (_, pieces, label) => {
  expect(fieldLabel(field, pieces, [field], false)).toBe(label)
})
