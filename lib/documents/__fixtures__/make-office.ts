import { makeZip, type ZipPart } from './make-zip.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const relationship = `${office}/officeDocument/2006/relationships`
const word = `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:r="${relationship}"`
const drawing = `xmlns:a="${office}/drawingml/2006/main" xmlns:p="${office}/presentationml/2006/main" xmlns:r="${relationship}"`
const sheet = `xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${relationship}"`

/** Author: must never appear in the output. */
export const secretAuthor = 'Zaphod Confidential'

const properties = `${xml}<cp:coreProperties xmlns:cp="${office}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${secretAuthor}</dc:creator></cp:coreProperties>`

function types(parts: Readonly<Record<string, string>>): ZipPart {
  const overrides = Object.entries(parts).map(([part, type]) => `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
  return {
    name: '[Content_Types].xml',
    data: `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  }
}

function relations(name: string, targets: readonly (readonly [string, string])[]): ZipPart {
  const each = targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationship}/${type}" Target="${target}"/>`)
  return { name, data: `${xml}<Relationships xmlns="${office}/package/2006/relationships">${each.join('')}</Relationships>` }
}

/** A Word document with the given body XML. */
export function makeDocx(body: string, { prolog = '', document = `<w:document ${word}><w:body>${body}</w:body></w:document>`, more = [] }: { prolog?: string; document?: string; more?: readonly ZipPart[] } = {}): Buffer {
  return makeZip([
    types({ 'word/document.xml': 'wordprocessingml.document.main' }),
    relations('_rels/.rels', [['officeDocument', 'word/document.xml']]),
    { name: 'docProps/core.xml', data: properties },
    { name: 'word/document.xml', data: `${xml}${prolog}${document}` },
    ...more,
  ])
}

/** A paragraph with a chart in it, and the parts that the document then has. */
export function wordChart(chart: string): { readonly paragraph: string; readonly parts: readonly ZipPart[] } {
  const place = `<wp:inline xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="${office}/drawingml/2006/main"><a:graphicData uri="${office}/drawingml/2006/chart"><c:chart xmlns:c="${office}/drawingml/2006/chart" r:id="rId1"/></a:graphicData></a:graphic></wp:inline>`
  return {
    paragraph: `<w:p><w:r><w:drawing>${place}</w:drawing></w:r></w:p>`,
    parts: [
      relations('word/_rels/document.xml.rels', [['chart', 'charts/chart1.xml']]),
      { name: 'word/charts/chart1.xml', data: chart },
    ],
  }
}

/** A paragraph of a Word document, optionally with a style. */
export function wordParagraph(text: string, style = ''): string {
  const styled = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${styled}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export interface TestSlide {
  readonly title: string
  readonly body: string
  readonly hidden?: boolean
  readonly notes?: string
  /** Text boxes in drawing order, with positions in inches. */
  readonly boxes?: readonly { readonly text: string; readonly x: number; readonly y: number }[]
  /** The XML of a chart. */
  readonly chart?: string
  /** The XML of a table. */
  readonly table?: string
}

/** A presentation with titles, text boxes and notes. */
export function makePptx(slides: readonly TestSlide[]): Buffer {
  const numbers = slides.map((_, at) => at + 1)
  const shape = (type: string, text: string, place = ''): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${type}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const drawn = ({ text, x, y }: { text: string; x: number; y: number }): string =>
    shape('', text, `<a:xfrm><a:off x="${x * 914_400}" y="${y * 914_400}"/><a:ext cx="9" cy="9"/></a:xfrm>`)
  const tree = (shapes: string): string =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
  const tableFrame = (table: string): string =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="8" name="t"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="${office}/drawingml/2006/table">${table}</a:graphicData></a:graphic></p:graphicFrame>`
  const chartFrame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="c"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="${office}/drawingml/2006/chart"><c:chart xmlns:c="${office}/drawingml/2006/chart" r:id="rId1"/></a:graphicData></a:graphic></p:graphicFrame>`
  return makeZip([
    types({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(numbers.map(at => [`ppt/slides/slide${at}.xml`, 'presentationml.slide'])),
    }),
    relations('_rels/.rels', [['officeDocument', 'ppt/presentation.xml']]),
    relations('ppt/_rels/presentation.xml.rels', numbers.map(at => ['slide', `slides/slide${at}.xml`] as const)),
    { name: 'docProps/core.xml', data: properties },
    {
      name: 'ppt/presentation.xml',
      data: `${xml}<p:presentation ${drawing}><p:sldIdLst>${numbers.map(at => `<p:sldId id="${255 + at}" r:id="rId${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    ...slides.flatMap(({ title, body, hidden = false, notes, boxes = [], chart, table }, index): ZipPart[] => [
      {
        name: `ppt/slides/slide${index + 1}.xml`,
        data: `${xml}<p:sld ${drawing}${hidden ? ' show="0"' : ''}>${tree(shape('<p:ph type="title"/>', title) + (body === '' ? '' : shape('', body)) + boxes.map(drawn).join('') + (chart === undefined ? '' : chartFrame) + (table === undefined ? '' : tableFrame(table)))}</p:sld>`,
      },
      ...(chart === undefined
        ? []
        : [
            relations(`ppt/slides/_rels/slide${index + 1}.xml.rels`, [['chart', '../charts/chart1.xml']]),
            { name: 'ppt/charts/chart1.xml', data: chart },
          ]),
      ...(notes === undefined
        ? []
        : [
            relations(`ppt/slides/_rels/slide${index + 1}.xml.rels`, [['notesSlide', `../notesSlides/notesSlide${index + 1}.xml`]]),
            {
              name: `ppt/notesSlides/notesSlide${index + 1}.xml`,
              data: `${xml}<p:notes ${drawing}>${tree(shape('<p:ph type="body" idx="1"/>', notes))}</p:notes>`,
            },
          ]),
    ]),
  ])
}

export interface TestChart {
  readonly title?: string
  /** Excel's format of the categories, if they are numbers. */
  readonly categoryFormat?: string
  readonly series: readonly { readonly name: string; readonly points: Readonly<Record<string, string>> }[]
}

/** The part of a bar chart. */
export function makeChart({ title, categoryFormat, series }: TestChart): string {
  const cache = (tag: string, values: readonly string[], format?: string): string => {
    const kind = format === undefined ? 'str' : 'num'
    const code = format === undefined ? '' : `<c:formatCode>${format}</c:formatCode>`
    return `<c:${tag}><c:${kind}Ref><c:f>Sheet1!$A$1</c:f><c:${kind}Cache>${code}${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref></c:${tag}>`
  }
  const each = series.map(({ name, points }) => `<c:ser>${cache('tx', [name])}${cache('cat', Object.keys(points), categoryFormat)}${cache('val', Object.values(points), 'General')}</c:ser>`)
  const named = title === undefined ? '' : `<c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  return `${xml}<c:chartSpace xmlns:c="${office}/drawingml/2006/chart" xmlns:a="${office}/drawingml/2006/main"><c:chart>${named}<c:plotArea><c:barChart>${each.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
}

/** The parts of a drawing over the first sheet of a workbook: a text box, a picture and a chart. */
export function sheetDrawing(text: string, alternative: string, chart: string): readonly ZipPart[] {
  const anchors = `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="x" descr="${alternative}"/></xdr:nvPicPr></xdr:pic><xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="${office}/drawingml/2006/chart" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`
  return [
    relations('xl/worksheets/_rels/sheet1.xml.rels', [['drawing', '../drawings/drawing1.xml']]),
    relations('xl/drawings/_rels/drawing1.xml.rels', [['chart', '../charts/chart1.xml']]),
    { name: 'xl/drawings/drawing1.xml', data: `${xml}<xdr:wsDr xmlns:xdr="${office}/drawingml/2006/spreadsheetDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:r="${relationship}">${anchors}</xdr:wsDr>` },
    { name: 'xl/charts/chart1.xml', data: chart },
  ]
}

export interface TestSheet {
  readonly name: string
  readonly state?: 'hidden'
  /** The XML inside `sheetData`. */
  readonly rows: string
  /** Elements after `sheetData`. */
  readonly after?: string
}

/** A workbook. @param formats number formats, by the cell style that uses each, from 1 */
export function makeXlsx(sheets: readonly TestSheet[], { formats = [] as readonly string[], date1904 = false, more = [] as readonly ZipPart[] } = {}): Buffer {
  const escaped = formats.map(format => format.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'))
  const styles = `${xml}<styleSheet ${sheet}><numFmts count="${formats.length}">${escaped.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`
  return makeZip([
    types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/styles.xml': 'spreadsheetml.styles',
      ...Object.fromEntries(sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet'])),
    }),
    relations('_rels/.rels', [['officeDocument', 'xl/workbook.xml']]),
    relations('xl/_rels/workbook.xml.rels', [
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    { name: 'docProps/core.xml', data: properties },
    { name: 'xl/styles.xml', data: styles },
    {
      name: 'xl/workbook.xml',
      data: `${xml}<workbook ${sheet}>${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets.map(({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    },
    ...sheets.map(({ rows, after = '' }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `${xml}<worksheet ${sheet}><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
    ...more,
  ])
}
