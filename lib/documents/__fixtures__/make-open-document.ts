import { makeZip, type ZipPart } from './make-zip.ts'

/** Declarations of the namespaces. */
export const openDocumentSpaces = [
  ...['office', 'text', 'table', 'style', 'meta', 'presentation'].map(
    name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ')

const bullets =
  '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>'

interface OpenDocumentParts {
  /** Automatic styles of the content. */
  readonly styles?: string
  /** Content of `styles.xml`. */
  readonly masters?: string
  /** The prefix of the text namespace in the file. */
  readonly prefix?: string
  readonly more?: readonly ZipPart[]
}

/** An OpenDocument file with the given body XML, which may use the list style `Bullets`. */
export function makeOpenDocument(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  author = '',
  { styles = '', masters = '', prefix = 'text', more = [] }: OpenDocumentParts = {},
): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`
  return makeZip([
    { name: 'mimetype', data: type, stored: true },
    { name: 'META-INF/manifest.xml', data: manifest },
    {
      name: 'meta.xml',
      data: `<office:document-meta ${openDocumentSpaces}><office:meta><meta:initial-creator>${author}</meta:initial-creator></office:meta></office:document-meta>`,
    },
    { name: 'styles.xml', data: `<office:document-styles ${openDocumentSpaces}>${masters}</office:document-styles>` },
    {
      name: 'content.xml',
      data: renamed(prefix, `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${openDocumentSpaces} office:version="1.3"><office:automatic-styles>${bullets}${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`),
    },
    ...more,
  ])
}

function renamed(prefix: string, content: string): string {
  return content.replaceAll(/(?<=<\/?|\s)text(?=:)|(?<=xmlns:)text(?==)/g, prefix)
}
