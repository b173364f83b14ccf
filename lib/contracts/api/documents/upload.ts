import { z } from 'zod'
import { defineContract, type ErrorFormat } from '#lib/contracts/core/contract.ts'
import { uploadFormSchema } from './upload-form.ts'

const boxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe('x0, y0, x1, y1 from the top left of the displayed page, 0 to 1.')
const page = z.int().min(1)
const fieldValueSchema = z.union([z.string(), z.boolean(), z.array(z.string()), z.null()])

/** How the parts of the response were extracted. */
const detailsSchema = z
  .looseObject({
    blocks: z.array(
      z.looseObject({
        type: z.string(),
        page,
        slide: z.int().optional(),
        sheet: z.string().optional(),
        headings: z.array(z.string()),
        box: boxSchema.optional(),
        chunk: z
          .int()
          .min(0)
          .optional()
          .describe('In chunks and pages: index of the one that the offsets refer to.'),
        start: z.int().min(0).describe('UTF-16 offsets into the content.'),
        end: z.int().min(0),
        origin: z.enum(['text', 'ocr', 'speech']),
        confidence: z.number().min(0).max(1).optional(),
      }),
    ),
    charset: z.string().optional(),
    engines: z.array(z.looseObject({ page, engine: z.string(), origin: z.string() })),
    removed: z.array(z.looseObject({ text: z.string(), page, box: boxSchema.optional() })).optional(),
    field_details: z.array(z.looseObject({ name: z.string(), label: z.string() })).optional(),
  })
  .meta({ id: 'UploadDetails' })

/** Fields that flags and document types add in every mode. */
const extras = {
  warnings: z
    .array(
      z.looseObject({
        code: z.string(),
        message: z.string(),
        pages: z.array(z.int()).optional(),
        share: z.number().min(0).max(1).optional().describe('Part of the words that are missing.'),
      }),
    )
    .optional(),
  removed: z.array(z.string()).optional().describe('Lines removed by `remove_headers`, without duplicates.'),
  ocr: z.looseObject({ pages: z.array(z.int()), mean_confidence: z.number().min(0).max(1) }).optional(),
  images: z
    .array(
      z.looseObject({
        page,
        index: z.int().min(0),
        mime: z.string(),
        width: z.int(),
        height: z.int(),
        data: z.string().optional().describe('A data: URL.'),
      }),
    )
    .optional(),
  fields: z.record(z.string(), fieldValueSchema).optional().describe('Form fields by name.'),
  segments: z
    .array(z.looseObject({ start: z.number(), end: z.number(), text: z.string() }))
    .optional()
    .describe('Length of a recording in seconds.'),
  details: detailsSchema.optional(),
}

export const extractionSchema = z
  .looseObject({
    status: z.literal(true),
    content: z.string(),
    type: z.string().describe('Document type, detected from its bytes.'),
    error: z.literal(''),
    pages: z.array(z.looseObject({ page, content: z.string() })).optional(),
    ...extras,
  })
  .meta({ id: 'Extraction' })

const chunksSchema = z
  .looseObject({
    id: z.string().regex(/^chunks-/),
    object: z.literal('chunks'),
    data: z.looseObject({
      success: z.literal(true),
      data: z.looseObject({
        chunks: z.array(
          z.looseObject({
            content: z.string(),
            total_tokens: z.int().min(0),
            from_page: page,
            to_page: page.optional(),
            headings: z.array(z.string()).optional(),
            slide: z.int().optional(),
            sheet: z.string().optional(),
          }),
        ),
      }),
    }),
    ...extras,
  })
  .meta({ id: 'Chunks' })

const pagesSchema = z
  .looseObject({
    id: z.string().regex(/^pages-/),
    object: z.literal('pages'),
    data: z.looseObject({
      success: z.literal(true),
      data: z.looseObject({
        pages: z.array(z.looseObject({ page, content: z.string(), total_tokens: z.int().min(0) })),
      }),
    }),
    ...extras,
  })
  .meta({ id: 'Pages' })

const text = '# Opening hours\n\nThe museum is open from ten to six. On Mondays it is closed.\n'

/** Small enough to be read immediately. */
const uploadExamples = [
  {
    title: 'Text of a document',
    description: 'The text in reading order',
    input: { file: new File([text], 'museum.md', { type: 'text/markdown' }) },
  },
  {
    title: 'Chunks for embeddings',
    description: 'Chunks of up to 512 tokens with their pages and headings',
    input: {
      file: new File([text], 'museum.md', { type: 'text/markdown' }),
      extract_mode: 'embeddings' as const,
      chunk_size: '512',
    },
  },
]

/** Error format of an upload in every mode: the body of a success with empty lists. */
const uploadFailure: ErrorFormat = {
  schema: z
    .object({
      status: z.literal(false),
      content: z.literal(''),
      type: z.literal('error'),
      error: z.string(),
      code: z.string(),
      reason: z.string().optional().describe('Reason that distinguishes errors with the same code.'),
    })
    .meta({ id: 'UploadFailure' }),
  print: ({ message, code, reason }) => ({
    status: false,
    content: '',
    type: 'error',
    error: message,
    code,
    ...(reason !== null && { reason }),
  }),
}

/** `POST /upload`. The key is optional unless configured otherwise; errors have their own format. */
export const uploadContract = defineContract({
  id: 'upload',
  method: 'POST',
  path: '/upload',
  summary: 'Read a document as text, Markdown, pages or chunks',
  scope: 'documents',
  keyOptional: true,
  encoding: 'multipart',
  input: uploadFormSchema.safeExtend({
    file: z.file().describe('The document, at most 50 MiB. Other fields may follow it.'),
  }),
  output: z.union([extractionSchema, chunksSchema, pagesSchema]),
  failure: uploadFailure,
  moreFailures: {
    403: 'The key lacks the scope, or an upload without a key comes from another site (`forbidden_origin`).',
  },
  examples: uploadExamples,
})
