import type { IncomingMessage, ServerResponse } from 'node:http'
import { open } from 'node:fs/promises'
import type { FileHandler } from '#lib/capabilities/create-files.ts'
import type { FileAnswer } from '#lib/capabilities/uploaded-file.ts'
import type { Contract } from '#lib/contracts/contract.ts'
import { ApiError } from '#lib/errors.ts'
import { answerCall } from './answer-call.ts'
import { type Capture, keptBytesMax } from './capture.ts'
import type { RouteHandler } from './endpoint.ts'
import { GatewayCall } from './gateway-call.ts'
import type { Gateway } from './gateway.ts'
import { type Form, type FormLimits, readForm } from './read-form.ts'
import { checkInput } from './read-input.ts'
import { sendJsonText, sendText } from './send.ts'
import { sendFile } from './send-file.ts'
import type { UploadFolders } from './upload-folders.ts'
import type { UploadPlaces } from './upload-places.ts'

/** What every endpoint that takes a file shares. */
export interface FileEndpoints {
  readonly gateway: Gateway
  readonly folders: UploadFolders
  readonly places: UploadPlaces
  readonly limits: FormLimits
}

/** Lets a call in, or throws; what it returns is given back at the end of the call. */
export type Admit = (call: GatewayCall, incoming: IncomingMessage) => Promise<Disposable | null>

/**
 * Binds a contract whose body is a form with a file. Key and limits are checked first, the form when it is complete;
 * nothing is sent before the work has ended, so a failure is never inside a 200.
 */
export function fileEndpoint<C extends Contract>(
  { gateway, folders, places, limits }: FileEndpoints,
  contract: C,
  admit: Admit,
  handler: FileHandler<C>,
): RouteHandler {
  return async (incoming, outgoing) => {
    const call = new GatewayCall(gateway, contract.id, outgoing)
    await answerCall({ gateway, call, incoming, outgoing, failure: () => contract.failure }, async () => {
      using admission = new DisposableStack()
      admission.use(await admit(call, incoming))
      await using folder = await folders.open()
      const form = await receive(incoming, folder.path, call.signal)
      call.capture?.request(toKeptForm(form))
      const file = form.file ?? noFile()
      // The schema sees that there is a file; its bytes stay on disk.
      const input = checkInput(contract, { ...form.fields, file: new File([], file.name) })
      const answer = await handler(input, file, call)
      call.first()
      const headers = call.headers()
      // Whoever has the answer may send the next file, though this one is still being removed.
      admission.dispose()
      call.release()
      await send(outgoing, answer, headers, call.capture)
    })
  }

  async function receive(incoming: IncomingMessage, folder: string, signal: AbortSignal) {
    using _place = places.enter()
    return await readForm(incoming, folder, limits, signal)
  }

  async function send(
    outgoing: ServerResponse,
    answer: FileAnswer,
    headers: string[],
    capture: Capture | null,
  ): Promise<void> {
    switch (answer.kind) {
      case 'json': {
        const text = JSON.stringify(answer.body)
        capture?.answer([Buffer.from(text)])
        return sendJsonText(outgoing, 200, text, headers)
      }
      case 'text':
        capture?.answer([Buffer.from(answer.text)])
        return sendText(outgoing, answer.text, answer.type, headers)
      case 'file':
        if (capture !== null) capture.answer([await readStart(answer.path, keptBytesMax)], answer.sizeBytes)
        return await sendFile(outgoing, answer, headers, gateway.timers.keepAliveMs)
    }
  }
}

/** The file itself is not kept, nor what opens it. */
function toKeptForm({ fields, file }: Form): Buffer {
  const { password: _, ...rest } = fields
  const about = file === null ? null : { name: file.name, size: file.sizeBytes }
  return Buffer.from(JSON.stringify({ ...rest, file: about }))
}

async function readStart(path: string, bytesMax: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
  return buffer.subarray(0, bytesRead)
}

function noFile(): never {
  const message =
    'Missing required parameter: file. Send the document as a part named `file` with a file name.'
  throw new ApiError('missing_required_parameter', message, { param: 'file' })
}
