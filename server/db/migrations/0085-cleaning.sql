-- With which version of the sanitiser a title was imported (formats/cleaning.ts); 0 where that was never written down.
alter table publication add column cleaning integer not null default 0;
