-- Calls of a credential that began in the same second and went well share a row: it is of the earliest, and this says of
-- each other its id, method, route, status and milliseconds, as JSON. A version before this one writes each in a row of its
-- own, and shows only the earliest of those that share one.
alter table request_log add column further text;
