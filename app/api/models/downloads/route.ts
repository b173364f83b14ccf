import { listDownloads } from '#lib/console/providers/models.ts'

export const GET = listDownloads
