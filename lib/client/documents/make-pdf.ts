/** A small PDF with a page for each list of lines, in ASCII: the first line of each is set as a heading. */
export function makePdf(pages: readonly (readonly string[])[]): string {
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
