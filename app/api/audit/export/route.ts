import { exportAudit } from '#lib/console/audit-export.ts'

export const GET = exportAudit
