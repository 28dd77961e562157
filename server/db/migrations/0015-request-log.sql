-- Every call pays for each index of the log. A credential is of one partner and one environment, so that its name and the
-- id, which is in order of time, find its calls; what is old is found by the same. The earlier ones go last: until then
-- they are read.
create index if not exists request_log_of_client on request_log (client_id, id);
create index if not exists request_log_of_client_refused on request_log (client_id, id) where status >= 400;
drop index request_log_client_refused;
drop index request_log_client;
drop index request_log_at;
