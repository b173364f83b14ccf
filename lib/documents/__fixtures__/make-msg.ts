import { CFB } from '@e965/xlsx'

export interface TestMessage {
  /** Values of streams by property and type, e.g. `0037001F`; strings are stored as UTF-16. */
  readonly streams: Readonly<Record<string, string | Uint8Array>>
  /** Numbers by property and type, e.g. `0C150003`. */
  readonly numbers?: Readonly<Record<string, bigint>>
  readonly recipients?: readonly Omit<TestMessage, 'recipients' | 'attachments'>[]
  readonly attachments?: readonly Omit<TestMessage, 'recipients' | 'attachments'>[]
}

interface CompoundFile {
  cfb_new(): object
  cfb_add(file: object, name: string, content: Uint8Array): void
}

const { utils, write } = CFB as { utils: CompoundFile; write: (file: object, options: object) => Uint8Array }

/** A message of Outlook. */
export function makeMsg({ recipients = [], attachments = [], ...message }: TestMessage): Buffer {
  const file = utils.cfb_new()
  const add = ({ streams, numbers = {} }: TestMessage, folder: string, header: number): void => {
    for (const [name, value] of Object.entries(streams)) {
      const bytes = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value
      utils.cfb_add(file, `/${folder}__substg1.0_${name}`, bytes)
    }
    const entries = Object.entries(numbers).map(([name, value]) => {
      const entry = Buffer.alloc(16)
      entry.writeUInt32LE(Number.parseInt(name, 16))
      entry.writeBigUInt64LE(value, 8)
      return entry
    })
    utils.cfb_add(file, `/${folder}__properties_version1.0`, Buffer.concat([Buffer.alloc(header), ...entries]))
  }
  add(message, '', 32)
  for (const [at, each] of recipients.entries()) add(each, `__recip_version1.0_#0000000${at}/`, 8)
  for (const [at, each] of attachments.entries()) add(each, `__attach_version1.0_#0000000${at}/`, 8)
  return Buffer.from(write(file, { type: 'buffer' }))
}
