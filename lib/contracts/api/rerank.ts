import { z } from 'zod'
import { defineContract, type ErrorFormat } from '#lib/contracts/core/contract.ts'

export const rerankDocumentsMax = 1000
// Every key is looked up in every document.
const rankFieldsMax = 100

const documentSchema = z.union([z.string().min(1), z.looseObject({ text: z.string().nullish() })])

/** Request of `POST /v1/rerank`. Unknown fields are ignored. */
export const rerankRequestSchema = z
  .looseObject({
    model: z.string().min(1).describe('A public model ID, or provider/model.'),
    query: z.string().min(1).describe('The query that documents are ranked against.'),
    documents: z
      .array(documentSchema)
      .min(1)
      .max(rerankDocumentsMax)
      .describe('Strings, or objects with a text field.'),
    top_n: z.int().min(1).nullish().describe('Number of top results to return; default: all.'),
    top_k: z.int().min(1).nullish().describe('Alias of top_n, which takes precedence.'),
    return_documents: z
      .boolean()
      .nullish()
      .describe('Include the document texts in the results.')
      .meta({ default: true }),
    rank_fields: z
      .array(z.string().min(1))
      .min(1)
      .max(rankFieldsMax)
      .nullish()
      .describe('Document fields to rank by, joined by a newline; default: text.'),
    max_tokens_per_doc: z
      .int()
      .min(1)
      .nullish()
      .describe('Longer documents are truncated.')
      .meta({ default: 4096 }),
    max_chunks_per_doc: z.int().min(1).nullish().describe('Accepted for compatibility; no effect.'),
  })
  .meta({ id: 'RerankRequest' })

const rerankResultSchema = z.looseObject({
  index: z.int().min(0).describe('Index in the documents of the request.'),
  relevance_score: z.number().min(0).max(1),
  document: z.looseObject({ text: z.string().optional() }).optional(),
})

/** Response, best match first; equal scores keep the order of the request. */
export const rerankSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('list'),
    model: z.string(),
    results: z.array(rerankResultSchema),
    data: z
      .array(rerankResultSchema)
      .optional()
      .describe(
        'Same as results, for Voyage’s clients; set when the request has no top_n. Without top_k, texts require return_documents.',
      ),
    meta: z.looseObject({
      api_version: z.looseObject({ version: z.string() }),
      billed_units: z.looseObject({ search_units: z.int().min(0) }),
      tokens: z.looseObject({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }),
    }),
    usage: z.looseObject({
      prompt_tokens: z.int().min(0),
      total_tokens: z.int().min(0),
      search_units: z.int().min(0),
      cost: z.number().optional(),
    }),
  })
  .meta({ id: 'Rerank' })

export type RerankRequest = z.output<typeof rerankRequestSchema>
export type Rerank = z.output<typeof rerankSchema>

/** Four sets that are hard to rank: near-duplicates, other languages, long texts and noise. */
const rerankExamples = [
  {
    title: 'Find the answer among look-alikes',
    description: 'Every passage mentions refunds, two are near-duplicates, and one answers the question.',
    input: {
      model: 'local/hybrid-rerank',
      query: 'How long does a refund take?',
      documents: [
        'Refunds are available for all annual plans.',
        'Our refund policy was last updated in March.',
        'You can ask for a refund in the billing settings.',
        'A refund reaches your account within five working days.',
        'You can request a refund from the billing settings page.',
        'Refunds are not possible for gift cards.',
        'The office is closed on public holidays.',
      ],
    },
  },
  {
    title: 'One question, six languages',
    description:
      'The same facts in English, German, Spanish, French, Japanese and Portuguese, among unrelated texts.',
    input: {
      model: 'local/hybrid-rerank',
      query: 'How do I change the battery of the smoke detector?',
      documents: [
        'Drehen Sie den Rauchmelder gegen den Uhrzeigersinn ab und setzen Sie eine neue 9-Volt-Batterie ein.',
        'La batería del portátil dura unas ocho horas con el brillo a la mitad.',
        'Twist the smoke detector off its base, slide out the old battery and insert a new one.',
        '煙感知器を左に回して外し、電池を新しいものに交換してください。',
        'Le détecteur de fumée doit être testé une fois par mois avec le bouton central.',
        'Gire o detector de fumaça, retire a bateria antiga e coloque uma nova.',
        'The kitchen timer needs two AAA batteries.',
      ],
    },
  },
  {
    title: 'Answer deep in a long text',
    description: 'Long documents that mention the topic, or answer it in their last lines.',
    input: {
      model: 'local/hybrid-rerank',
      query: 'What is the maximum altitude for the generator?',
      documents: [
        'Generator overview. The unit supplies 2.2 kW at 230 V and starts with a pull cord. Before the first start, fill in 0.6 liters of oil and check that the air filter is seated. Place the unit on level ground, at least one meter away from walls, and never use it indoors. Connect appliances only once the engine runs evenly. Let it cool for five minutes before refueling. Store it dry, with an empty tank. Clean the spark arrester every hundred hours. The generator must not be used above 2,000 meters: thin air lowers its output by about 3.5 % for each 300 meters.',
        'Altitude sickness can begin at 2,500 meters. Climb slowly, drink enough, and descend when headaches do not pass. Guides carry oxygen above 4,000 meters. The maximum altitude of the tour is 5,364 meters at base camp, which is reached on the ninth day after two days of rest in the valley.',
        'Generator warranty. The warranty covers defects in material and workmanship for two years from the day of purchase. It does not cover wear of filters, spark plugs and cords, damage by unsuitable fuel, or use for hire. Send the unit with a copy of the receipt to the nearest service partner. The maximum reimbursement is the purchase price.',
        'A diesel generator is louder than a gasoline one.',
        'The drone may fly to a maximum altitude of 120 meters above ground.',
      ],
    },
  },
  {
    title: 'Filter noisy search results',
    description: 'Ten typical search results: misplaced keywords, duplicates and an unrelated page.',
    input: {
      model: 'local/hybrid-rerank',
      query: 'python read large csv file without running out of memory',
      documents: [
        'The python is a large snake that kills by constriction.',
        'pandas.read_csv has a chunksize parameter: it then returns an iterator of data frames, so that a file larger than memory can be processed piece by piece.',
        'How to write a CSV file with the csv module of Python.',
        'Out of memory: how the kernel chooses which process to kill.',
        'Iterate over csv.reader(file) line by line; only one row at a time is kept in memory.',
        'Reading a CSV file in Python: open the file, create a csv.reader and print each row.',
        'Download our large CSV file with 5 million sales records for testing.',
        'Iterate over csv.reader(file) row by row: only one row is held in memory at a time.',
        'Polars scans a CSV lazily with scan_csv and streams it in batches that fit into RAM.',
        'Cookie policy. We use cookies to improve your experience.',
      ],
      top_n: 5,
    },
  },
]

export const rerankContract = defineContract({
  id: 'rerank',
  method: 'POST',
  path: '/v1/rerank',
  summary: 'Order documents by relevance to a query',
  scope: 'rerank',
  encoding: 'json',
  input: rerankRequestSchema,
  output: rerankSchema,
  examples: rerankExamples,
})

/** Error format of Cohere's version 2, whose clients read `message`, and the standard envelope beside it. */
export const cohereFailure: ErrorFormat = {
  print: ({ message, type, param, code }) => ({ message, error: { message, type, param, code } }),
}

/** The same operation at Cohere's version 2 path, with another default of `return_documents`. */
export const rerankV2Contract = defineContract({
  ...rerankContract,
  id: 'rerank-v2',
  path: '/v2/rerank',
  summary: 'Order documents by relevance to a query; texts are omitted by default',
  failure: cohereFailure,
  input: rerankRequestSchema
    .extend({
      return_documents: z
        .boolean()
        .nullish()
        .describe('Include the document texts in the results.')
        .meta({ default: false }),
    })
    .meta({ id: 'RerankV2Request' }),
})
