import { z } from 'zod'
import { uploadFormSchema } from './upload-form.ts'

/** An upload before its bytes are sent: the file by its name, as a page or a link stores it. */
export const uploadNamesSchema = uploadFormSchema.safeExtend({
  file: z.looseObject({ name: z.string().min(1) }),
})
