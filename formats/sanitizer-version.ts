/**
 * Version of what an import removes from a book and does to its texts. Raise it with every change that alters the
 * output for the same file: importing the file again then updates the title. `sanitizer-version.test.ts` detects most
 * changes.
 */
export const SANITIZER_VERSION = 8
