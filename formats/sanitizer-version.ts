/**
 * Version of the sanitiser and of the extraction of texts. Raise it with every change that alters the output for the
 * same file: importing the file again then updates the title. `sanitizer-version.test.ts` detects most changes.
 */
export const SANITIZER_VERSION = 10
