-- Each call has a row of its own.
alter table request_log drop column further;
