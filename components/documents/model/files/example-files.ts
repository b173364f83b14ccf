import type { ExampleInfo } from '#lib/contracts/core/contract-info.ts'
import type { DocumentFile } from './document-file.ts'
import type { FileStore } from './file-store.ts'

const guide = makePdf([
  [
    'Harbor guide',
    '',
    'The harbor office is open from six to eight.',
    'Boats report on channel 12 before they pass the pier.',
    'Visitors moor at the northern quay, at most three nights.',
  ],
  [
    'Fees',
    '',
    'Up to eight meters: 14 euros a night.',
    'Up to twelve meters: 22 euros a night.',
    'Water and power are included.',
  ],
])
const fees = 'length,nights,euros\n8,1,14\n12,1,22\n12,3,60\n'
const museum = `# Opening hours

The museum is open from ten to six. On Mondays it is closed.

## Tickets

Adults pay nine euros. Children under twelve pay nothing.
The last tickets are sold at five.
`

const files: Readonly<Record<string, readonly [content: string, type: string]>> = {
  'harbour-guide.pdf': [guide, 'application/pdf'],
  'fees.csv': [fees, 'text/csv'],
  'museum.md': [museum, 'text/markdown'],
}

/** The bytes of an example; null for any other name. All ASCII. */
function exampleFile(name: string): File | null {
  const found = Object.hasOwn(files, name) ? files[name] : undefined
  return found === undefined ? null : new File([found[0]], name, { type: found[1] })
}

function nameOf(name: string): { name: string; type: string; size: number } {
  const [content = '', type = ''] = files[name] ?? []
  return { name, type, size: content.length }
}

/** Example requests; their files are generated in the browser. */
export const documentExamples: readonly ExampleInfo[] = [
  {
    title: 'A PDF next to its text',
    description: 'Two pages; each line of the text links to its position on the page, and back',
    body: { file: nameOf('harbour-guide.pdf'), page_based: 'true', details: 'true' },
  },
  {
    title: 'A table as Markdown',
    description: 'Rows and columns are preserved',
    body: { file: nameOf('fees.csv'), extract_mode: 'markdown', details: 'true' },
  },
  {
    title: 'Chunks for embeddings',
    description: 'Chunks of at most 64 tokens, each with its pages and headings',
    body: { file: nameOf('museum.md'), extract_mode: 'embeddings', chunk_size: '64', details: 'true' },
  },
]

/** A small PDF with a page for each list of lines, in ASCII: the first line of each is a heading. */
function makePdf(pages: readonly (readonly string[])[]): string {
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, page) => {
      const content = toContent(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}

function toContent([heading = '', ...lines]: readonly string[]): string {
  const written = lines.map(line => `0 -20 Td (${escape(line)}) Tj`).join('\n')
  return `BT /F1 20 Tf 48 530 Td (${escape(heading)}) Tj\n/F1 12 Tf\n${written}\nET`
}

function escape(line: string): string {
  return line.replace(/[\\()]/g, '\\$&')
}

/** Attaches built-in example files, which need no file picker. */
export function attachExamples(
  files: readonly DocumentFile[],
  fileStore: FileStore,
): readonly DocumentFile[] {
  if (files.every(({ attached }) => attached)) return files
  return files.map(file => {
    const example = file.attached ? null : exampleFile(file.name)
    if (example === null || example.size !== file.sizeBytes) return file
    fileStore.set(file.id, example)
    return { ...file, attached: true }
  })
}
