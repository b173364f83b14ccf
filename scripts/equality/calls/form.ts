export interface FormFile {
  readonly name: string
  readonly bytes: Buffer | string
  readonly type?: string
}

export type FormFields = Readonly<Record<string, string | FormFile>>

const boundary = 'equality-of-records'

export const formType = `multipart/form-data; boundary=${boundary}`

/** A form whose bytes are the same each time. */
export function formBytes(fields: FormFields): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\n${headOf(name, value)}\r\n\r\n`),
    Buffer.from(typeof value === 'string' ? value : value.bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

function headOf(name: string, value: string | FormFile): string {
  const field = `content-disposition: form-data; name="${name}"`
  if (typeof value === 'string') return field
  const type = value.type === undefined ? '' : `\r\ncontent-type: ${value.type}`
  return `${field}; filename="${value.name}"${type}`
}
