import { listModels } from '#lib/console/providers/models.ts'

export const GET = listModels
