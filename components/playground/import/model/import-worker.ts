import type { ImportReply } from './import-messages.ts'
import { readFile } from './read-file.ts'

const reply = (message: ImportReply) => postMessage(message)

addEventListener('message', ({ data }) => {
  const file: File = data
  void readFile(file, share => reply({ kind: 'progress', share })).then(outcome =>
    reply({ kind: 'outcome', outcome }),
  )
})
